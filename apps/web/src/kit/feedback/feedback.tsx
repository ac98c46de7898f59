import type { ApiError } from '@larder/contract'
import Alert from '@mui/material/Alert'
import type { ReactNode } from 'react'
import type { ReadState } from '#api/client.ts'
import { Button } from '../layout/button.tsx'
import { Stack } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import './feedback.css'

/** What will be here, and the first step towards it. */
export function EmptyState({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <Stack align="center" gap={2} sx={{ px: 4, py: 12, textAlign: 'center' }}>
      <Text size={16} weight={600} as="p">
        {title}
      </Text>
      {text && (
        <Text tone="muted" as="p">
          {text}
        </Text>
      )}
      {action}
    </Stack>
  )
}

const titles: Partial<Record<ApiError['kind'], string>> = {
  unavailable: 'No connection to the server',
  'not-found': 'This is not here',
  'not-permitted': 'You may not see this',
  limited: 'Too many requests',
}

/** What happened, what is safe, what to do. */
export function ErrorState({ error, retry }: { error: ApiError; retry?: () => void }) {
  return (
    <Alert
      severity={error.kind === 'not-found' || error.kind === 'not-permitted' ? 'info' : 'error'}
      variant="outlined"
      action={
        retry && (
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        )
      }
      sx={{ m: 4 }}
    >
      <Text weight={600} as="p">
        {titles[error.kind] ?? 'This did not work'}
      </Text>
      <Text as="p">{error.message}</Text>
      {error.requestId && (
        <Text as="p" size={12} tone="muted" mono>
          {error.requestId}
        </Text>
      )}
    </Alert>
  )
}

/** What is on screen is from before the connection was lost. */
export function OfflineNote({ error, retry }: { error: ApiError; retry: () => void }) {
  return (
    <Alert
      severity="warning"
      variant="outlined"
      sx={{ m: 2 }}
      action={
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      What you see may be old: {error.message}
    </Alert>
  )
}

/** The shape of a card before its content is here. */
export function SkeletonCard({ lines = 4 }: { lines?: number }) {
  return (
    <div className="skeleton" aria-hidden>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="bone" style={{ width: `${90 - ((index * 17) % 50)}%` }} />
      ))}
    </div>
  )
}

interface LoadingProps<T> {
  read: ReadState<T>
  children: (data: T) => ReactNode
  skeleton?: ReactNode
}

/** A read's three states: its skeleton, its error, its content (which stays, with a note, while the server is away). */
export function Loading<T>({ read, children, skeleton }: LoadingProps<T>) {
  const { data, error, refetch } = read
  if (data === undefined) return error ? <ErrorState error={error} retry={refetch} /> : (skeleton ?? <SkeletonCard />)
  return (
    <>
      {error && <OfflineNote error={error} retry={refetch} />}
      {children(data)}
    </>
  )
}
