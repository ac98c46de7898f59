import { ListScreen } from '#kit/resource/list-screen.tsx'
import { prepareRows } from '#kit/resource/prepare-rows.ts'
import { tasks } from './tasks.resource.tsx'

export const prepare = prepareRows(tasks)

export default function TasksScreen() {
  return <ListScreen resource={tasks} title="My tasks" />
}
