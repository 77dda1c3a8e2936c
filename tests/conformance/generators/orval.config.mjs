export default {
  skald: { input: './openapi.json', output: { target: './made.ts', client: 'fetch', mode: 'split', baseUrl: process.env.URL } },
};
