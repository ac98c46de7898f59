import { Link } from 'react-router'
import { Text } from '#kit/layout/text.tsx'
import { homePath } from '../paths.ts'
import { useAppState } from '../store.ts'
import './shell.css'

export function Brand({ isWide }: { isWide: boolean }) {
  const name = useAppState(({ logged }) => logged.me?.installation.name ?? 'Larder')
  return (
    <Link className="brand" to={homePath} aria-label={`${name}: home`}>
      <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden>
        <rect width="32" height="32" rx="8" fill="#0F766E" />
        <path d="M9 8v16h14M14 8v9h9" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {isWide && (
        <Text size={16} weight={600} cut>
          {name}
        </Text>
      )}
    </Link>
  )
}
