"""Given names common around the table: how often letters occur in them groups the letters when a name is entered."""

from __future__ import annotations

GIVEN_NAMES = (
    "Anna", "Alois", "Andi", "Anni", "Anton", "Alex", "Annemarie", "Andrea", "Albert", "Agnes", "Adam", "Amelie",
    "Angela", "Anja", "Antonia", "Armin", "Arthur", "August", "Alma", "Alina", "Ali", "Amy", "Andy", "Barbara",
    "Bärbel", "Bastian", "Bene", "Benedikt", "Benno", "Bernd", "Bernhard", "Berta", "Berti", "Birgit", "Bella",
    "Ben", "Bettina", "Bob", "Brigitte", "Burgi", "Carla", "Christa", "Christian", "Christl", "Christine", "Chris",
    "Cilli", "Clara", "Clemens", "Conny", "Cornelia", "Cenz", "Daniel", "Daniela", "David", "Dieter", "Dirk",
    "Dora", "Doris", "Dan", "Ede", "Edgar", "Egon", "Elena", "Elfriede", "Eli", "Elisabeth", "Elke", "Ella", "Elsa",
    "Else", "Emil", "Emilia", "Emma", "Emmi", "Erich", "Erika", "Erna", "Ernst", "Erwin", "Eva", "Evi", "Fabian",
    "Felix", "Ferdl", "Flo", "Florian", "Frank", "Franz", "Franzi", "Frieda", "Fritz", "Finn", "Fred", "Gabi",
    "Georg", "Gerd", "Gerda", "Gerhard", "Gert", "Gisela", "Gitti", "Gustl", "Günter", "Hannah", "Hannes", "Hans",
    "Hansi", "Heidi", "Heiner", "Heinz", "Helga", "Helmut", "Hias", "Hilde", "Horst", "Hubert", "Hugo", "Harry",
    "Ida", "Ilse", "Ina", "Inge", "Ingrid", "Irene", "Irma", "Iris", "Ivo", "Jakob", "Jan", "Jana", "Jens", "Jo",
    "Johann", "Johanna", "Jonas", "Josef", "Julia", "Julian", "Jürgen", "Jutta", "Jörg", "Jack", "Jane", "Jim",
    "Joe", "John", "Jule", "Kai", "Karin", "Karl", "Katharina", "Kathi", "Karla", "Kilian", "Klaus", "Konrad",
    "Korbinian", "Kurt", "Kate", "Ken", "Lara", "Laura", "Lea", "Lena", "Leni", "Leo", "Leonhard", "Lina", "Linus",
    "Lisa", "Lisl", "Lore", "Lorenz", "Lotte", "Loisl", "Luis", "Luise", "Lukas", "Lutz", "Ludwig", "Lucy", "Luca",
    "Manfred", "Manni", "Marga", "Margit", "Maria", "Marie", "Marlene", "Martin", "Martina", "Markus", "Matthias",
    "Max", "Maximilian", "Mia", "Michael", "Michi", "Mike", "Mina", "Mona", "Monika", "Moni", "Moritz", "Mark",
    "Mary", "Nele", "Nick", "Nico", "Nina", "Nora", "Norbert", "Otto", "Olga", "Olaf", "Oskar", "Otmar", "Paul",
    "Paula", "Peter", "Petra", "Pia", "Pauli", "Quirin", "Rainer", "Ralf", "Rosa", "Rosi", "Rudi", "Rudolf", "Resi",
    "Renate", "Reni", "Rita", "Robert", "Roland", "Rosmarie", "Ruth", "Rolf", "Rob", "Sabine", "Sandra", "Sara",
    "Schorsch", "Sebastian", "Sepp", "Seppi", "Sigi", "Simon", "Sofie", "Sonja", "Stefan", "Stefanie", "Steffi",
    "Susi", "Susanne", "Sven", "Sam", "Sina", "Sigrid", "Tanja", "Theo", "Theresa", "Thomas", "Tim", "Tina",
    "Tobias", "Toni", "Tom", "Traudl", "Tilo", "Tara", "Ulla", "Ulrich", "Uli", "Ursula", "Uschi", "Ute", "Udo",
    "Uwe", "Valentin", "Vera", "Veronika", "Veit", "Vroni", "Vitus", "Viktor", "Vale", "Walter", "Wast", "Wastl",
    "Werner", "Wiggerl", "Willi", "Wolf", "Wolfgang", "Waltraud", "Will", "Xaver", "Xari", "Yvonne", "Yuri",
    "Zenta", "Zenzi", "Zita",
)  # fmt: skip
