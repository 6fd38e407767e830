"""What several packages need and none of them owns: errors, files, texts, messages between processes."""
