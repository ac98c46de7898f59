import type { ReactNode } from 'react'
import { useCan } from '#kit/access/access.tsx'
import { EmptyState } from '#kit/feedback/feedback.tsx'
import { Page } from '#kit/layout/page.tsx'
import { lazily } from '#kit/lazily.tsx'
import { useCurrentPage } from './current-page.ts'

const Lacking = lazily(() => import('./lacking.tsx').then((module) => module.Lacking))

/** Shows a page to those who may see it, and tells the others which permission is missing. */
export function PageGate({ children }: { children: ReactNode }) {
  const page = useCurrentPage()
  const isPermitted = useCan(page?.permission ?? 'signed-in')
  if (isPermitted || !page) return children
  const [permission, role] = page.permission.split(':')
  return (
    <Page title={page.title}>
      {role ? (
        <EmptyState
          title="Your role does not include this page"
          text="You see the accounts of your own team or scope. Others are looked after by their own leads."
        />
      ) : (
        <Lacking permission={permission ?? ''} />
      )}
    </Page>
  )
}
