-- the answers to a question about solutions, each of which is given by a hash of its placements
CREATE TABLE answers(
    question TEXT NOT NULL, solution BLOB NOT NULL, answer TEXT NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (question, solution)
) WITHOUT ROWID
