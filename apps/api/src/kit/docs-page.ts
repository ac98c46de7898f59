import { createHash } from 'node:crypto'
import { type Contract, describeMediaTypes, mediaTypesOf, type NamedEndpoint, type Schema } from '@larder/contract'
import { schemaOf } from './openapi.ts'
import { outline, sampleOf } from './schema-outline.ts'
import { documentPolicy } from './security-headers.ts'

const style = `
:root{color-scheme:light dark;--line:light-dark(#dfe3e8,#30363d);--soft:light-dark(#f6f8fa,#161b22);--dim:light-dark(#57606a,#8b949e)}
body{font:15px/1.5 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:220px minmax(0,1fr);max-width:1200px}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;box-sizing:border-box;border-right:1px solid var(--line)}
nav a{display:block;color:inherit;text-decoration:none;padding:2px 0}nav a:hover{text-decoration:underline}
main{padding:24px 32px;min-width:0}h1{margin:0 0 8px}h2{margin:40px 0 8px;padding-top:8px}
details{border:1px solid var(--line);border-radius:8px;margin:8px 0;overflow:hidden}summary{padding:10px 14px;cursor:pointer}
details>div{padding:4px 14px 14px;border-top:1px solid var(--line)}summary:hover{background:var(--soft)}
code,pre{font:13px/1.45 ui-monospace,monospace}pre{background:var(--soft);padding:10px;border-radius:6px;overflow:auto;margin:6px 0;white-space:pre-wrap;overflow-wrap:anywhere}
h3{font-size:13px;margin:14px 0 4px;color:var(--dim);text-transform:uppercase;letter-spacing:.04em}
.method{display:inline-block;min-width:58px;font-weight:700}.right{color:var(--dim);margin-left:10px}p{margin:4px 0}
@media(max-width:720px){body{display:block}nav{position:static;height:auto;border:0}main{padding:16px}}`

/** The API as one page that needs no script: every endpoint by entity, with permission, input, output and a curl line. */
export function docsPage(contracts: readonly Contract[]): { html: string; contentSecurityPolicy: string } {
  const endpoints = contracts.flatMap((contract) => Object.values(contract)) as NamedEndpoint[]
  const byEntity = Object.entries(Object.groupBy(endpoints, ({ entity }) => entity)).sort(([a], [b]) => (a < b ? -1 : 1))
  const links = byEntity.map(([entity, all]) => `<a href="#${entity}">${escaped(entity)} <small>${all?.length}</small></a>`)
  const sections = byEntity.map(
    ([entity, all]) => `<section id="${entity}"><h2>${escaped(entity)}</h2>${all?.map(describe).join('')}</section>`,
  )
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Larder API</title>
<style>${style}</style></head><body><nav aria-label="Entities">${links.join('')}</nav><main><h1>Larder API</h1>
<p>${endpoints.length} endpoints below <code>/api</code>, also as <a href="/api/openapi.json">OpenAPI 3.1</a>. The credential goes into <code>x-api-key</code>,
<code>Authorization: Bearer</code> or, equal, into both. Every success is 200. A failure is
<code>{ "error": { kind, reason, message, fields, requestId } }</code>; 403 means that the session is over.
A POST may carry an <code>Idempotency-Key</code>: repeated with the same body it has one effect and the same answer.</p>
${sections.join('')}</main></body></html>`
  return { html, contentSecurityPolicy: documentPolicy(createHash('sha256').update(style).digest('base64')) }
}

function describe(endpoint: NamedEndpoint): string {
  const { method, path, shape, name } = endpoint
  const title = `<code><span class="method">${method}</span> /api${escaped(path)}</code><span class="right">${escaped(shape.summary)}</span>`
  const facts = [
    `<p>Permission: <code>${shape.permission}</code> · Name: <code>${name}</code></p>`,
    part('Parameters', shape.params, 'input'),
    part('Query', shape.query, 'input'),
    part('Body', shape.body, 'input'),
    part('Answer', shape.response, 'output'),
    `<h3>Example</h3><pre>${escaped(curlOf(endpoint))}</pre>`,
  ]
  return `<details><summary>${title}</summary><div>${facts.join('')}</div></details>`
}

function part(title: string, schema: Schema | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const mediaTypes = mediaTypesOf(schema)
  const form = mediaTypes ? `a file, as it is: ${describeMediaTypes(mediaTypes)}` : outline(schemaOf(schema, io))
  return `<h3>${title}</h3><pre>${escaped(form)}</pre>`
}

function curlOf({ method, path, shape }: NamedEndpoint): string {
  const credential = shape.permission === 'public' ? '' : ` -H "x-api-key: $KEY"`
  const address = `"$URL/api${path.replace(/:(\w+)/g, '<$1>')}"`
  const output = mediaTypesOf(shape.response) ? ' -o file' : ''
  return `curl${method === 'GET' ? '' : ` -X ${method}`} ${address}${credential}${bodyOf(shape.body)}${output}`
}

function bodyOf(schema: Schema | undefined): string {
  if (!schema) return ''
  const [mediaType] = mediaTypesOf(schema) ?? []
  if (mediaType) return ` -H 'content-type: ${mediaType}' --data-binary @file`
  return ` -H 'content-type: application/json' -d '${JSON.stringify(sampleOf(schemaOf(schema, 'input')))}'`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
