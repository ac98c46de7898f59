import { sessionContract } from '@larder/contract'

/** A session of an account of the demo, the administrator's unless another is named. */
export async function signIn(address: string, email = 'admin@larder.test'): Promise<string> {
  const { accessToken } = await ask<{ accessToken: string }>(address, sessionContract.login.path, null, { email, password: 'larder-demo' })
  return accessToken
}

/** Asks a running product; a path is below `/api`. What has a body is sent by POST, unless another method is named. */
export async function ask<Answer>(
  address: string,
  path: string,
  token: string | null,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<Answer> {
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { 'x-api-key': token }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
