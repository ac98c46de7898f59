import { formatPhone } from '@larder/contract'

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
