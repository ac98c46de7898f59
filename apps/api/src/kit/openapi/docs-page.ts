import { createHash } from 'node:crypto'
import { type Contract, describeMediaTypes, mediaTypesOf, type NamedEndpoint } from '@larder/contract'
import { isRepeatable } from '../http/idempotency.ts'
import { documentPolicy } from '../http/security-headers.ts'
import { type Chapter, chapters, tagWordsOf } from './chapters.ts'
import { accessWords, limitWords, proofWords } from './openapi.ts'
import { type JsonSchema, nameOf, outline } from './outline.ts'
import { type DocumentedSchemas, documentSchemas } from './schemas.ts'
import { socketEvents } from './socket.ts'

const style = `
:root{color-scheme:light dark;--line:light-dark(#dfe3e8,#30363d);--soft:light-dark(#f6f8fa,#161b22);--dim:light-dark(#57606a,#8b949e)}
body{font:15px/1.5 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:220px minmax(0,1fr);max-width:1200px}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;box-sizing:border-box;border-right:1px solid var(--line)}
nav a{display:block;color:inherit;text-decoration:none;padding:2px 0}nav a:hover{text-decoration:underline}nav b{display:block;margin-top:12px}
main{padding:24px 32px;min-width:0}h1{margin:0 0 8px}h2{margin:40px 0 8px;padding-top:8px}
details{border:1px solid var(--line);border-radius:8px;margin:8px 0;overflow:hidden}summary{padding:10px 14px;cursor:pointer}
details>div{padding:4px 14px 14px;border-top:1px solid var(--line)}summary:hover{background:var(--soft)}
code,pre{font:13px/1.45 ui-monospace,monospace}pre{background:var(--soft);padding:10px;border-radius:6px;overflow:auto;margin:6px 0;white-space:pre-wrap;overflow-wrap:anywhere}
h3{font-size:13px;margin:14px 0 4px;color:var(--dim);text-transform:uppercase;letter-spacing:.04em}
.method{display:inline-block;min-width:58px;font-weight:700}.right{color:var(--dim);margin-left:10px}p{margin:6px 0}
@media(max-width:720px){body{display:block}nav{position:static;height:auto;border:0}main{padding:16px}}`

/** The API as one page that needs no script: chapters, the live connection, every endpoint by entity, every shape by name. */
export function docsPage(contracts: readonly Contract[]): { html: string; contentSecurityPolicy: string } {
  const endpoints = contracts.flatMap((contract) => Object.values(contract)) as NamedEndpoint[]
  const schemas = documentSchemas(endpoints)
  const byEntity = Object.entries(Object.groupBy(endpoints, ({ entity }) => entity)).sort(([a], [b]) => (a < b ? -1 : 1))
  const sections = byEntity.map(
    ([entity, all]) =>
      `<section id="${entity}"><h2>${escaped(entity)}</h2><p>${escaped(tagWordsOf(entity))}</p>${all?.map((one) => describe(one, schemas)).join('')}</section>`,
  )
  const payloads = Object.values(socketEvents).flatMap(({ payload }) => payload ?? [])
  const shapes = Object.entries(schemas.components(['ErrorBody', ...payloads]))
  const links = [
    '<b>Guide</b>',
    ...chapters.map(({ title }) => `<a href="#${anchorOf(title)}">${title}</a>`),
    '<b>Endpoints</b>',
    ...byEntity.map(([entity, all]) => `<a href="#${entity}">${escaped(entity)} <small>${all?.length}</small></a>`),
    `<b>Shapes</b><a href="#shapes">by name <small>${shapes.length}</small></a>`,
  ]
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Larder API</title>
<style>${style}</style></head><body><nav aria-label="Contents">${links.join('')}</nav><main><h1>Larder API</h1>
<p>${endpoints.length} endpoints below <code>/api</code>, also as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${chapters.map(chapterOf).join('')}${events()}
${sections.join('')}
<section id="shapes"><h2>Shapes</h2>${shapes.map(([name, schema]) => shape(name, schema)).join('')}</section></main></body></html>`
  return { html, contentSecurityPolicy: documentPolicy(createHash('sha256').update(style).digest('base64')) }
}

function chapterOf({ title, text, words = {} }: Chapter): string {
  const list = Object.entries(words).map(([word, meaning]) => `<li><code>${escaped(word)}</code>: ${withCode(meaning)}</li>`)
  const told = [...text.map((paragraph) => `<p>${withCode(paragraph)}</p>`), ...(list.length > 0 ? [`<ul>${list.join('')}</ul>`] : [])]
  return `<section id="${anchorOf(title)}"><h2>${title}</h2>${told.join('')}</section>`
}

function events(): string {
  const told = Object.entries(socketEvents).map(([name, { words, payload, isList, fields }]) => {
    const carries = payload
      ? ` <a href="#shape-${payload}">${payload}</a>${isList ? ', a list' : ''}`
      : fields
        ? ` <code>${escaped(outline(fields, nameOf))}</code>`
        : ''
    return `<p><code>${escaped(name)}</code>${carries}: ${withCode(words)}</p>`
  })
  return `<section id="socket-events"><h3>Events</h3>${told.join('')}</section>`
}

function describe(endpoint: NamedEndpoint, schemas: DocumentedSchemas): string {
  const { method, path, shape, name } = endpoint
  const title = `<code><span class="method">${method}</span> /api${escaped(path)}</code><span class="right">${escaped(shape.summary)}</span>`
  const safely = isRepeatable(endpoint) ? 'Takes an <code>Idempotency-Key</code>.' : ''
  const facts = [
    `<p>${withCode([accessWords(endpoint), proofWords(shape), limitWords(shape, shape.body !== undefined)].join(' '))} ${safely} Name: <code>${name}</code></p>`,
    ...(['params', 'query', 'body', 'response'] as const).map((part) => partOf(endpoint, part, schemas)),
    `<h3>Example</h3><pre>${escaped(curlOf(endpoint, schemas))}</pre>`,
  ]
  return `<details><summary>${title}</summary><div>${facts.join('')}</div></details>`
}

const titles = { params: 'Parameters', query: 'Query', body: 'Body', response: 'Answer' }

function partOf(endpoint: NamedEndpoint, part: keyof typeof titles, schemas: DocumentedSchemas): string {
  const schema = endpoint.shape[part]
  if (!schema) return ''
  const mediaTypes = mediaTypesOf(schema)
  const form = part === 'params' || part === 'query' ? schemas.fieldsOf(endpoint, part) : schemas.partOf(endpoint, part)
  const told = mediaTypes ? escaped(`a file, as it is: ${describeMediaTypes(mediaTypes)}`) : linked(form)
  return `<h3>${titles[part]}</h3><pre>${told}</pre>`
}

function shape(name: string, schema: JsonSchema): string {
  return `<details id="shape-${name}"><summary><code>${name}</code><span class="right">${withCode(schema.description ?? '')}</span></summary><div><pre>${linked(schema)}</pre></div></details>`
}

function curlOf(endpoint: NamedEndpoint, schemas: DocumentedSchemas): string {
  const { method, path, shape } = endpoint
  const credential = shape.permission === 'public' ? '' : ` -H "x-api-key: $KEY"`
  const named = shape.example?.params ?? {}
  const address = `"$URL/api${path.replace(/:(\w+)/g, (_, key: string) => String(named[key] ?? `<${key}>`))}${queryOf(endpoint, schemas)}"`
  const output = mediaTypesOf(shape.response) ? ' -o file' : ''
  return `curl${method === 'GET' ? '' : ` -X ${method}`} ${address}${credential}${bodyOf(endpoint, schemas)}${output}`
}

/** What must be asked with. */
function queryOf(endpoint: NamedEndpoint, schemas: DocumentedSchemas): string {
  const example = schemas.exampleOf(endpoint, 'query') as Record<string, unknown>
  const { required = [] } = schemas.fieldsOf(endpoint, 'query')
  return required.map((key, at) => `${at === 0 ? '?' : '&'}${key}=${encodeURIComponent(String(example[key]))}`).join('')
}

function bodyOf(endpoint: NamedEndpoint, schemas: DocumentedSchemas): string {
  const { body } = endpoint.shape
  if (!body) return ''
  const [mediaType] = mediaTypesOf(body) ?? []
  if (mediaType) return ` -H 'content-type: ${mediaType}' --data-binary @file`
  return ` -H 'content-type: application/json' -d '${JSON.stringify(schemas.exampleOf(endpoint, 'body'))}'`
}

// Private-use characters, which no name or sentence carries, keep the place of a link through the escaping.
function linked(schema: JsonSchema): string {
  const text = outline(schema, ($ref) => `\ue000${nameOf($ref)}\ue001`)
  return escaped(text).replace(/\ue000(\w+)\ue001/g, '<a href="#shape-$1">$1</a>')
}

function withCode(words: string): string {
  return escaped(words).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
