// Which files of two folders are not the same program or style: a compiler writes both alike, without comments and blanks.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { transformSync } from 'esbuild';

const { written, served, files } = JSON.parse(process.env.GIVEN);
const options = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none', charset: 'utf8' };
const compiled = (folder, file) => transformSync(readFileSync(join(folder, file), 'utf8'), { ...options, loader: extname(file).slice(1) }).code;
process.stdout.write(JSON.stringify(files.filter((file) => compiled(written, file) !== compiled(served, file))));
