import { type Granted, isWithin, type Permission } from '@larder/contract'
import { useContext } from 'react'
import { useMe } from '#kit/access/access.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { Text } from '#kit/layout/text.tsx'
import { RoleGrants } from './conflicts-input.tsx'
import { GrantsTable } from './grants-table.tsx'

/** The permissions of the role in the form around, with what is changed marked; nobody grants what they lack. */
export function GrantsInput({ value, onChange, problems = {} }: Pick<FieldInputProps, 'value' | 'onChange' | 'problems'>) {
  const { isAdmin, permissions, limits } = useMe()
  const { base } = useContext(RoleGrants)
  const grants = Array.isArray(value) ? (value as Granted[]) : []
  const whyNot = (permission: Permission) =>
    isAdmin || permissions.includes(permission) ? null : 'You do not have this permission yourself.'
  const beyond = isAdmin ? [] : grants.filter(({ permission, limitMinor }) => !isWithin(limitMinor, limits[permission] ?? null))
  return (
    <>
      <GrantsTable grants={grants} base={base} onChange={onChange} whyNot={whyNot} />
      {[...Object.values(problems), ...(beyond.length > 0 ? ['A limit is higher than your own.'] : [])].map((words) => (
        <Text key={words} as="p" size={13} tone="bad">
          {words}
        </Text>
      ))}
    </>
  )
}
