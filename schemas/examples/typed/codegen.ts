// Makes generated.ts: types of the documents, of what they answer, and of the inputs they send.
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  // One game's file, from /schemas/fantasia.graphql of a server. What is valid against it is valid against every Skald
  // that has the game; /schema.graphql holds all the games of a server.
  schema: 'fantasia.graphql',
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
