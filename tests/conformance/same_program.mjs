// Which files of two folders are not the same program or style: a compiler writes both alike, without comments and blanks.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { transformSync } from 'esbuild';

const { written, served, files } = JSON.parse(process.env.GIVEN);
const options = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none', charset: 'utf8' };
// Custom properties and their defaults are kept as they are written; blanks around their commas mean nothing.
const own = (code) => code.replace(/(?<=--[\w-]+:[^;}]*|var\([^)]*),\s+/g, ',').replace(/(?<=--[\w-]+:)\s+/g, '');
// Blanks around the marks of a GraphQL document mean nothing; which quotes are around it the compiler chooses.
const documents = (code) => code.replace(/\s*([{}():!,]|\.\.\.)\s*|\s+|\\n */g, (_, mark) => mark ?? ' ').replace(/ *[`'"] */g, '`').replace(/ +/g, ' ');
const compiled = (folder, file) => {
  const loader = extname(file).slice(1), { code } = transformSync(readFileSync(join(folder, file), 'utf8'), { ...options, loader });
  if (loader === 'css') return own(code);
  return readFileSync(join(written, file), 'utf8').includes('/* GraphQL */') ? documents(code) : code;
};
process.stdout.write(JSON.stringify(files.filter((file) => compiled(written, file) !== compiled(served, file))));
