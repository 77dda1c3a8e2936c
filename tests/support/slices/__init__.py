"""Four small rule systems that stress the kernel: long chains of questions, windows per square, sealed answers,
secret triggers. Each is complete; together they use every call of the table and every kind of field."""
