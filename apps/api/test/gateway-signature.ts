import { createHmac } from 'node:crypto'

/** What opens the simulated gateway of tests, and what it signs with. */
export const gatewaySecret = 'a-secret-of-the-gateway-of-tests'

/** What the gateway sends with a message. */
export function gatewaySignature(text: string, nowMs: number, secret = gatewaySecret): string {
  const seconds = Math.floor(nowMs / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`
}
