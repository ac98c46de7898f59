import { Link } from 'react-router'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { homePath } from '../paths.ts'
import { useAppState } from '../store.ts'

export function Brand({ isWide }: { isWide: boolean }) {
  const name = useAppState(({ logged }) => logged.me?.installation.name ?? 'Larder')
  return (
    <Row
      component={Link}
      {...{ to: homePath }}
      gap={3}
      aria-label={`${name}: home`}
      sx={{
        height: 56,
        px: isWide ? 5 : 0,
        justifyContent: isWide ? 'start' : 'center',
        flexWrap: 'nowrap',
        flexShrink: 0,
        textDecoration: 'none',
      }}
    >
      <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden>
        <rect width="32" height="32" rx="8" fill="#0F766E" />
        <path d="M9 8v16h14M14 8v9h9" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {isWide && (
        <Text size={16} weight={600} cut>
          {name}
        </Text>
      )}
    </Row>
  )
}
