import { describePermission, type Granted, type Permission } from '@larder/contract'
import { format } from '#kit/format.ts'

/** "Approve refunds". */
export function permissionWords(permission: Permission): string {
  const words = describePermission(permission)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "Approve refunds up to ₹500.00". */
export function grantWords({ permission, limitMinor }: Granted, currency: string): string {
  return permissionWords(permission) + limitWords(limitMinor, currency)
}

/** " up to ₹500.00"; nothing without a limit. */
export function limitWords(limitMinor: number | null, currency: string): string {
  return typeof limitMinor === 'number' ? ` up to ${format().money({ minor: limitMinor, currency })}` : ''
}

/** "1 person", "3 people". */
export function peopleWords(count: number): string {
  return `${format().number(count)} ${count === 1 ? 'person' : 'people'}`
}
