CREATE TABLE identity(key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions(
    session INTEGER PRIMARY KEY, begun TEXT NOT NULL, seconds REAL NOT NULL, ended TEXT, engine TEXT NOT NULL,
    breaking TEXT NOT NULL, settings TEXT NOT NULL, jobs INTEGER NOT NULL, versions TEXT NOT NULL,
    checksum INTEGER NOT NULL
);
-- `finished` is the attempt that went through the whole part; until then what an attempt found counts for nothing
CREATE TABLE parts(
    part INTEGER PRIMARY KEY, chosen TEXT NOT NULL, excluded TEXT NOT NULL, weight REAL NOT NULL, finished INTEGER,
    checksum INTEGER NOT NULL
);
-- `batches` is how many rows of the table of that name belong to the attempt
CREATE TABLE attempts(
    part INTEGER NOT NULL, attempt INTEGER NOT NULL, session INTEGER NOT NULL, solutions INTEGER NOT NULL,
    raw INTEGER NOT NULL, self_symmetric INTEGER NOT NULL, statistics TEXT NOT NULL, sizes TEXT NOT NULL,
    batches INTEGER NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (part, attempt)
) WITHOUT ROWID;
-- `options`: little-endian integers of `bytes` bytes, `rows` times `width`, -1 is padding
-- `orbit_sizes`: little-endian integers of 2 bytes, of 4 if some size needs more
CREATE TABLE batches(
    part INTEGER NOT NULL, attempt INTEGER NOT NULL, number INTEGER NOT NULL, rows INTEGER NOT NULL,
    width INTEGER NOT NULL, bytes INTEGER NOT NULL, options BLOB NOT NULL, orbit_sizes BLOB NOT NULL,
    checksum INTEGER NOT NULL, UNIQUE (part, attempt, number)
);
-- the sum of the checksums of all rows but those of batches and answers: no row comes or goes without it
CREATE TABLE seal(one INTEGER PRIMARY KEY, value INTEGER NOT NULL)
