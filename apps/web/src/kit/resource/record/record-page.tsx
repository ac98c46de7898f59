import { useParams } from 'react-router'
import type { ScreenModule } from '../../visit.ts'
import type { AnyResource } from '../define.ts'
import { historyOf } from '../form/draft.ts'
import { DetailScreen } from './detail-screen.tsx'

/** The screen of a page that shows one record, by the `:id` of its path, or a tab of it, and is nothing else. */
export function recordScreenOf(resource: AnyResource, tab?: string): ScreenModule {
  function RecordPage() {
    const { id = '' } = useParams()
    return <DetailScreen resource={resource} id={id} {...(tab && { tab })} />
  }
  return {
    default: RecordPage,
    prepare: ({ params: { id = '' }, read }) => {
      if (resource.contract.get) read(resource.contract.get, { params: { id } })
    },
    history: () => historyOf(resource),
  }
}
