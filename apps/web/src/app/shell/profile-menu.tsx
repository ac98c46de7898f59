import { useState } from 'react'
import { useMe } from '#kit/access/access.tsx'
import { Portrait } from '#kit/cells/portrait.tsx'
import { soon } from '#kit/lazily.tsx'
import './shell.css'

const ProfileList = soon(() => import('./profile-list.tsx').then((module) => module.ProfileList))

/** Who is signed in, and the way out. */
export function ProfileMenu() {
  const { name, roleName, imageId } = useMe()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = `${name}, ${roleName}`
  return (
    <>
      <button
        type="button"
        className="avatar"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
      >
        <Portrait name={name} imageId={imageId} />
        <span className="unseen">{label}</span>
      </button>
      {anchor && <ProfileList label={label} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
