import { IconCheck, IconMinus } from '@tabler/icons-react'
import './cells.css'

export function YesNo({ value }: { value: boolean }) {
  const Mark = value ? IconCheck : IconMinus
  return <Mark className={value ? 'yes-no yes' : 'yes-no'} size={18} role="img" aria-label={value ? 'Yes' : 'No'} />
}
