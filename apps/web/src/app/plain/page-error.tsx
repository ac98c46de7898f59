import { useEffect, useRef } from 'react'
import { useRouteError } from 'react-router'
import { ChunkLoadError } from '../load-code.ts'
import { useAppState } from '../store.ts'
import '../theme/plain.css'

/** A screen whose code did not arrive, or that broke while it was drawn. */
export function PageError() {
  'use no memo'
  const error = useRouteError()
  useEffect(() => console.error('A page could not be shown', error), [error])
  const isChunk = error instanceof ChunkLoadError
  useReloadOnReconnect(isChunk)
  return (
    <div className="plain" role="alert">
      <div className="plain-card">
        <h1>{isChunk ? 'This page could not be loaded' : 'This page stopped working'}</h1>
        <p>
          {isChunk
            ? 'The connection may be down, or Larder was updated. Nothing you saved is lost.'
            : 'Something went wrong. What you saved is safe; unsaved changes on this page may be lost.'}
        </p>
        <button type="button" className="plain-button" onClick={() => location.reload()}>
          Try again
        </button>
      </div>
    </div>
  )
}

/** What did not arrive is asked for again as soon as the connection is back. */
function useReloadOnReconnect(isWanted: boolean): void {
  const isLive = useAppState(({ live }) => live.status === 'connected')
  const wasLive = useRef(isLive)
  useEffect(() => {
    if (isWanted && isLive && !wasLive.current) location.reload()
    wasLive.current = isLive
  }, [isWanted, isLive])
  useEffect(() => {
    if (!isWanted) return
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isWanted])
}
