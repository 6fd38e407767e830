/* Stands in for /dev/dma_heap, which the kernel may not have: libcamera's buffers become anonymous files. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char HEAPS[] = "/dev/dma_heap/";

static int opened(const char *libc_name, const char *path, int flags, va_list more)
{
	int (*libc_open)(const char *, int, ...) = dlsym(RTLD_NEXT, libc_name);
	mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;

	if (!strncmp(path, HEAPS, strlen(HEAPS)))
		return memfd_create("dma heap", MFD_CLOEXEC);
	return libc_open(path, flags, mode);
}

int open(const char *path, int flags, ...)
{
	va_list more;
	va_start(more, flags);
	int file = opened("open", path, flags, more);
	va_end(more);
	return file;
}

int open64(const char *path, int flags, ...)
{
	va_list more;
	va_start(more, flags);
	int file = opened("open64", path, flags, more);
	va_end(more);
	return file;
}

static int allocated(struct dma_heap_allocation_data *wanted)
{
	int buffer = memfd_create("dma buffer", MFD_CLOEXEC);

	if (buffer < 0 || ftruncate(buffer, wanted->len) < 0)
		return -1;
	wanted->fd = buffer;
	return 0;
}

int ioctl(int file, unsigned long request, ...)
{
	int (*libc_ioctl)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
	va_list more;
	va_start(more, request);
	void *argument = va_arg(more, void *);
	va_end(more);

	if (request == DMA_HEAP_IOCTL_ALLOC)
		return allocated(argument);
	if (_IOC_TYPE(request) == DMA_BUF_BASE)
		return 0; /* names and caches, of which memory has none */
	return libc_ioctl(file, request, argument);
}
