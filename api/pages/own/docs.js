// The REST API as Swagger UI shows it, from this server's own OpenAPI document.
import { headers, loaded, openBar } from './caller.js';

openBar();
const dark = matchMedia('(prefers-color-scheme: dark)');
const dress = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', dress);
dress();

if (loaded('SwaggerUIBundle')) await open();

async function open() {
  const spec = await (await fetch('./openapi.json')).json();
  // Where the document is served is where its addresses begin, behind a proxy's path too.
  spec.servers = [{ url: new URL('.', location.href).href.replace(/\/$/, '') }];
  for (const [path, operations] of Object.entries(spec.paths)) {
    for (const one of Object.values(operations)) one.tags ??= [path.startsWith('/v1/encounters') ? 'Fights' : 'Server'];
  }
  SwaggerUIBundle({
    spec,
    dom_id: '#tool',
    deepLinking: true,
    tryItOutEnabled: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    validatorUrl: null, // else the document is sent to somebody else's server
    requestInterceptor: (request) => {
      request.headers = { ...headers(), ...request.headers };
      return request;
    },
  });
}
