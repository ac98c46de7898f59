/** Told the share of a body that has left, 0 to 1. */
export type Progress = (share: number) => void

/** What a request is made of. */
export interface Sent {
  method: string
  headers: Record<string, string>
  body: BodyInit | null
  signal: AbortSignal
}

/** Like `fetch`, which can't say how much of a body has left. */
export function sendWithProgress(url: string, { method, headers, body, signal }: Sent, onProgress: Progress): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'arraybuffer'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.response as ArrayBuffer, { status: request.status }))
    request.onerror = () => reject(new TypeError('The connection broke'))
    request.onabort = () => reject(new DOMException('The request was given up', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body as XMLHttpRequestBodyInit | null)
  })
}
