import { Page } from '#kit/layout/page.tsx'
import { soon } from '#kit/lazily.tsx'

const BulkUpdateForm = soon(() => import('./bulk-update-form.tsx').then((module) => module.BulkUpdateForm))

/** One change of many items, of any stores: worked out row by row, looked at, and published once somebody says so. */
export default function BulkUpdateScreen() {
  return (
    <Page title="Bulk update" subtitle="It is saved as a change set, which shows every row. No menu changes before that is published.">
      <BulkUpdateForm />
    </Page>
  )
}
