import { channelKeyContract } from '@larder/contract'
import { soon } from '#kit/lazily.tsx'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { HistoryOf } from '#kit/visit.ts'
import { channelKeys } from './channel-keys.resource.tsx'

const NewKey = soon(() => import('./new-key.tsx').then((module) => module.NewKey))

export const prepare = prepareRows(channelKeys)

export const history: HistoryOf = () => historyOf(channelKeys)

export default function ChannelKeysScreen() {
  const { permission } = channelKeyContract.create.shape
  return <ListScreen resource={channelKeys} adding={{ permission, form: (onClose) => <NewKey onClose={onClose} /> }} />
}
