import { conflictsOf, type GrantConflict, type Granted, grantConflicts } from '@larder/contract'
import { createContext, useContext } from 'react'
import { Text } from '#kit/layout/text.tsx'
import { permissionWords } from './grant-words.ts'
import './grants.css'

/** The grants of the role in the form around: as they were, and as they would be. */
export const RoleGrants = createContext<{ base: readonly Granted[]; now: readonly Granted[] }>({ base: [], now: [] })

interface ConflictsInputProps {
  value: unknown
  onChange: (value: GrantConflict[]) => void
}

/** Permissions that should keep each other in check and that the role has both: each is to be acknowledged. */
export function ConflictsInput({ value, onChange }: ConflictsInputProps) {
  const { now } = useContext(RoleGrants)
  const seen = Array.isArray(value) ? (value as GrantConflict[]) : []
  const conflicts = conflictsOf(now)
  if (conflicts.length === 0) return <Text tone="muted">No permission of this role keeps another one in check.</Text>
  return (
    <div>
      {conflicts.map((key) => (
        <label key={key} className="conflict">
          <input
            type="checkbox"
            checked={seen.includes(key)}
            onChange={() => onChange(seen.includes(key) ? seen.filter((each) => each !== key) : [...seen, key])}
          />
          <ConflictWords conflict={key} />
        </label>
      ))}
    </div>
  )
}

export function ConflictWords({ conflict }: { conflict: GrantConflict }) {
  const { permissions, why } = grantConflicts[conflict]
  return (
    <span>
      <Text as="div">{why}</Text>
      <Text as="div" size={13} tone="muted">
        {permissions.map(permissionWords).join(' and ')}
      </Text>
    </span>
  )
}
