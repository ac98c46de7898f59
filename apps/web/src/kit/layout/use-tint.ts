import { useEffect, useState } from 'react'

const tintMs = 1000

/** True for a second after the value became another one; never for the first. */
export function useTint(value: string): boolean {
  const [shown, setShown] = useState(value)
  const [isTinted, setTinted] = useState(false)
  if (shown !== value) {
    setShown(value)
    setTinted(shown !== '')
  }
  useEffect(() => {
    if (!isTinted) return
    const timer = setTimeout(() => setTinted(false), tintMs)
    return () => clearTimeout(timer)
  }, [isTinted])
  return isTinted
}
