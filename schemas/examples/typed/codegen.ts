// Makes generated.ts: types of the documents, of what they answer, and of the inputs they send.
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  // One game's file. What is valid against it is valid against every Skald that has the game;
  // /schema.graphql of a running server holds all of its games.
  schema: '../../fantasia.graphql',
  documents: 'documents/*.graphql',
  generates: {
    'generated.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        documentMode: 'string',
        mergeFragmentTypes: true, // one member for all events that are read alike
        scalars: { DateTime: 'string', ID: 'string', JSON: 'unknown' },
        strictScalars: true,
        useTypeImports: true,
      },
    },
  },
};

export default config;
