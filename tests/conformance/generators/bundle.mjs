// One file of a script and the client that it uses, which node runs.
import { buildSync } from 'esbuild';

buildSync({ entryPoints: ['play.ts'], bundle: true, platform: 'node', format: 'esm', outfile: 'play.mjs' });
