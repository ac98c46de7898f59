import type { ReactNode } from 'react'
import { useCan } from '#kit/access/access.tsx'
import { EmptyState } from '#kit/feedback/feedback.tsx'
import { Page } from '#kit/layout/page.tsx'
import { useCurrentPage } from './current-page.ts'

/** Shows a page to those who may see it, and tells the others which permission is missing. */
export function PageGate({ children }: { children: ReactNode }) {
  const page = useCurrentPage()
  const isPermitted = useCan(page?.permission ?? 'signed-in')
  if (isPermitted || !page) return children
  return (
    <Page title={page.title}>
      <EmptyState
        title="Your role does not include this page"
        text={`It needs the permission “${page.permission}”. Someone who manages roles can grant it.`}
      />
    </Page>
  )
}
