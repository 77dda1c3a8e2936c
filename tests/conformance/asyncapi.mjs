// What the parser of the AsyncAPI initiative says of a document: every diagnostic, of whatever severity.
import { Parser } from '@asyncapi/parser';

const { document } = JSON.parse(process.env.GIVEN);
const { document: parsed, diagnostics } = await new Parser().parse(document);
console.log(JSON.stringify({
  diagnostics: diagnostics.map(({ code, message, path, severity }) => ({ code, message, path: path.join('.'), severity })),
  messages: parsed ? parsed.allMessages().all().map((one) => one.name()).sort() : [],
}));
