import { useEffect, useState } from 'react'
import { onProofNeeded } from '#api/transport.ts'
import { soon } from '#kit/lazily.tsx'

const ProofDialog = soon(() => import('./proof-dialog.tsx').then((module) => module.ProofDialog))

type Answer = (isProved: boolean) => void

/** Asks who is signed in to prove it, when something takes a proof that is not old; what asked for it goes on, or is told no. */
export function ProofHost() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    onProofNeeded(() => new Promise((resolve) => setAnswer(() => resolve)))
    return () => onProofNeeded(async () => false)
  }, [])
  if (!answer) return null
  const close = (isProved: boolean) => {
    setAnswer(null)
    answer(isProved)
  }
  return <ProofDialog onClose={close} />
}
