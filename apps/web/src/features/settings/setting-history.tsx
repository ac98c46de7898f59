import type { Setting } from '@larder/contract'
import { Button } from '#kit/layout/button.tsx'
import { Dialog } from '#kit/layout/dialog.tsx'
import { HistoryPanel } from '#kit/resource/record/history-panel.tsx'
import { settingWords } from './setting-field.ts'

interface SettingHistoryProps {
  setting: Setting
  /** The setting's label as it stands inside a sentence. */
  name: string
  onClose: () => void
}

/** Who changed a setting, over the list of all. */
export function SettingHistory({ setting, name, onClose }: SettingHistoryProps) {
  return (
    <Dialog title={`History of ${name}`} open onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <HistoryPanel entity="setting" id={setting.id} words={settingWords(setting.id)} />
    </Dialog>
  )
}
