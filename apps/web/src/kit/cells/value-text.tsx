import { formatPhone, type Money, phoneLink } from '@larder/contract'
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
  const link = phoneLink(phone)
  if (!link) return <span className="figure">{phone}</span>
  return (
    <a className="place figure" href={link}>
      {formatPhone(phone)}
    </a>
  )
}

export function YesNo({ value }: { value: boolean }) {
  const Mark = value ? IconCheck : IconMinus
  return <Mark className={value ? 'yes-no yes' : 'yes-no'} size={18} role="img" aria-label={value ? 'Yes' : 'No'} />
}
