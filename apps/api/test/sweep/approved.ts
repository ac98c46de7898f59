import { allContracts, type Contract, type NamedEndpoint } from '@larder/contract'
import type { Caller, TestApp } from '../test-app.ts'
import type { Example } from './world.ts'

type Answer = Awaited<ReturnType<TestApp['call']>>

/** Makes an example's call. */
export function callExample(
  app: TestApp,
  { method, path }: NamedEndpoint,
  { params, body, type, headers }: Example,
  as: Caller | undefined,
  more: Record<string, string> = {},
): Promise<Answer> {
  const address = path.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? '')
  return app.call(`${method} ${address}`, {
    headers: { ...(type && { 'content-type': type }), ...headers, ...more },
    ...(as && { as }),
    ...(body !== undefined && { body }),
  })
}

/**
 * The same where it may need another person: what is refused for that is asked for, and approved by `checker`, who is named in the answer.
 * That is the record as it is then.
 */
export async function callApproved(
  app: TestApp,
  endpoint: NamedEndpoint,
  example: Example,
  as: Caller | undefined,
  checker: Caller,
): Promise<Answer & { approvedBy?: Caller }> {
  const answer = await callExample(app, endpoint, example, as)
  if (!as || answer.body?.error?.reason !== 'needs-approval') return answer
  const { create, approve } = allContracts.approval
  const { params, body } = example
  const asked = await callExample(app, create, { body: { operation: endpoint.name, params, body, reason: 'Seen the papers' } }, as)
  if (asked.status !== 200) return asked
  const done = await callExample(app, approve, { params: { id: asked.body.id }, body: { version: asked.body.version } }, checker)
  if (done.status !== 200) return done
  return { ...(await recordNow(app, endpoint, params?.id ?? '', as)), approvedBy: checker }
}

/** A record as it is now: by an address of its own, else in the list of its contract that has it. */
async function recordNow(app: TestApp, { entity, path }: NamedEndpoint, id: string, as: Caller): Promise<Answer> {
  const contract = Object.values<Contract>(allContracts).find((each) => Object.values(each)[0]?.entity === entity) ?? {}
  if ('get' in contract) return app.call(`GET ${path.replace(/:id\b.*$/, id)}`, { as })
  for (const { method, path: address, shape } of Object.values<NamedEndpoint>(contract)) {
    if (method !== 'GET' || shape.params) continue
    const { status, body } = await app.call(`GET ${address}`, { as })
    const found = Array.isArray(body) ? body.find((each: { id: string }) => each.id === id) : undefined
    if (found) return { status, body: found } as Answer
  }
  throw new Error(`no list of ${entity} has ${id}`)
}
