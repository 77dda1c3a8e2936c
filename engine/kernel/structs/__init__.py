"""What every stored or sent struct is built from: ids, messages, terms of numbers, errors."""
