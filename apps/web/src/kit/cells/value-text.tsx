import { formatPhone, type Money } from '@larder/contract'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { format } from '../format.ts'
import './cells.css'

/** An amount with its currency; a dash for none. */
export function MoneyText({ value }: { value: Money | null | undefined }) {
  return <span className="figure">{value ? format().money(value) : '–'}</span>
}

/** A phone number to be called; a masked one is only shown. */
export function PhoneText({ phone }: { phone: string | null | undefined }) {
  if (!phone) return <>–</>
  if (!/^\+\d+$/.test(phone)) return <span className="figure">{phone}</span>
  return (
    <a className="place figure" href={`tel:${phone}`}>
      {formatPhone(phone)}
    </a>
  )
}

export function YesNo({ value }: { value: boolean }) {
  const Mark = value ? IconCheck : IconMinus
  return <Mark className={value ? 'yes-no yes' : 'yes-no'} size={18} role="img" aria-label={value ? 'Yes' : 'No'} />
}
