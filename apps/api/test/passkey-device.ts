import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const present = 0x01
const verified = 0x04
const withCredential = 0x40
const none = new Uint8Array(16)

interface Asked {
  challenge: string
}

/** A device with one passkey, as a browser speaks for it: it makes the passkey, and signs what it is asked. */
export function passkeyDevice(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let signed = 0
  const clientData = (type: string, { challenge }: Asked, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authenticatorData = (flags: number, rest: Buffer = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++signed)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counter, rest])
  }
  return {
    /** The body part of a new passkey, for what `begin` asked. */
    make(asked: Asked) {
      const credential = Buffer.concat([none, Buffer.from([0, id.length]), id, coseOf(publicKey.export({ format: 'jwk' }))])
      const data = authenticatorData(present | verified | withCredential, credential)
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', asked, origin).toString('base64url'),
        attestationObject: Buffer.concat([attestationHead, Buffer.from([0x59, data.length >> 8, data.length & 255]), data]).toString(
          'base64url',
        ),
        transports: ['internal'],
      }
    },
    /** The signature of what `ask` asked; `from` is the page that shows it, `isVerified` whether the person was looked at. */
    sign(asked: Asked, { from = origin, isVerified = true } = {}) {
      const data = authenticatorData(present | (isVerified ? verified : 0))
      const client = clientData('webauthn.get', asked, from)
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      return {
        id: id.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
    },
  }
}

// CBOR of { fmt: 'none', attStmt: {}, authData: … } up to its bytes.
const attestationHead = Buffer.concat([
  Buffer.from([0xa3, 0x63]),
  Buffer.from('fmt'),
  Buffer.from([0x64]),
  Buffer.from('none'),
  Buffer.from([0x67]),
  Buffer.from('attStmt'),
  Buffer.from([0xa0, 0x68]),
  Buffer.from('authData'),
])

/** A key on P-256 for ES256 as COSE has it. */
function coseOf({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
  return Buffer.concat([head, Buffer.from(x, 'base64url'), Buffer.from([0x22, 0x58, 0x20]), Buffer.from(y, 'base64url')])
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}
