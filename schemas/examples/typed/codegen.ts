// Makes generated.ts: types of the documents, of what they answer, and of the inputs they send.
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  // One game's file is a fifth of the whole. What is valid against it is valid against every Skald that has the game;
  // /schema.graphql of a running server is the whole.
  schema: '../../fantasia.graphql',
  documents: 'documents/*.graphql',
  generates: {
    'generated.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        documentMode: 'string',
        enumsAsTypes: true,
        mergeFragmentTypes: true, // one member for all events that are read alike: a tenth of the text
        scalars: { DateTime: 'string', ID: 'string', JSON: 'unknown' },
        strictScalars: true,
        useTypeImports: true,
      },
    },
  },
};

export default config;
