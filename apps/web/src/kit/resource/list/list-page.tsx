import type { ScreenModule } from '../../visit.ts'
import type { AnyResource } from '../define.ts'
import { historyOf } from '../form/draft.ts'
import { prepareRows } from '../rows/prepare-rows.ts'
import { ListScreen } from './list-screen.tsx'

/** The screen of a page that lists a resource and is nothing else. */
export function listScreenOf(resource: AnyResource, title: string): ScreenModule {
  return {
    default: () => <ListScreen resource={resource} title={title} />,
    prepare: prepareRows(resource),
    history: () => historyOf(resource),
  }
}
