import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ChunkLoadError } from '../load-screen.ts'
import '../theme/plain.css'

/** A screen whose code did not arrive, or that broke while it was drawn. */
export function PageError() {
  const error = useRouteError()
  useEffect(() => console.error('A page could not be shown', error), [error])
  const isChunk = error instanceof ChunkLoadError
  return (
    <div className="plain" role="alert">
      <div className="plain-card">
        <h1>{isChunk ? 'This page could not be loaded' : 'This page stopped working'}</h1>
        <p>
          {isChunk
            ? 'Its code did not arrive: the connection may be down, or Larder was updated meanwhile. Nothing you saved is lost.'
            : 'Something in it went wrong. What you saved is safe; what you were typing on this page may not be.'}
        </p>
        <button type="button" className="plain-button" onClick={() => location.reload()}>
          Try again
        </button>
      </div>
    </div>
  )
}
