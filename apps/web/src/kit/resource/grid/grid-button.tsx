import { IconList, IconTable } from '@tabler/icons-react'
import { Button } from '../../layout/button.tsx'
import { useAddress } from '../../use-address.ts'

/** Between the list and the same as a spreadsheet; it stands in the address. */
export function GridButton({ isOn }: { isOn: boolean }) {
  const [, set] = useAddress()
  return (
    <Button icon={isOn ? IconList : IconTable} onClick={() => set({ grid: isOn ? undefined : '1' })}>
      {isOn ? 'List' : 'Grid'}
    </Button>
  )
}
