import type { ImportCheck, ImportEndpoints, StartedTask } from '@larder/contract'
import { useRef, useState } from 'react'
import { type ChosenFile, readChosen, sendImport } from '#api/imports.ts'
import type { CallError } from '#api/transport.ts'

/** Where the way from a file to a list's records stands. */
export interface ImportState {
  file: ChosenFile | null
  /** How much of the file has left, 0 to 1, while it is looked at; null else. */
  share: number | null
  check: ImportCheck | null
  error: CallError | null
  /** Something changed since it was looked at: this is how it stands now. */
  isAnew: boolean
}

const nothing: ImportState = { file: null, share: null, check: null, error: null, isAnew: false }

/** Looks at a file and then has it imported as it was looked at; `begin` answers the task once there is one. `fixed`: what of every row the page says. */
export function useImport({ checkImport, import: begin }: ImportEndpoints, fixed: string) {
  const input = fixed ? { query: { fixed } } : {}
  const [state, setState] = useState(nothing)
  const [isBeginning, setBeginning] = useState(false)
  const turn = useRef(0)

  const look = async (file: ChosenFile, isAnew: boolean) => {
    const mine = ++turn.current
    const tell = (change: Partial<ImportState>) => mine === turn.current && setState((now) => ({ ...now, ...change }))
    setState({ ...nothing, file, share: 0, isAnew })
    const answer = await sendImport(checkImport, file, { input, onProgress: (share) => void tell({ share }) })
    tell({ share: null, ...(answer.isSuccess ? { check: answer.body as ImportCheck } : { error: answer.error }) })
  }

  return {
    state,
    isBeginning,
    choose: async (file: File) => look(await readChosen(file), false),
    async begin(): Promise<StartedTask | null> {
      const { file, check } = state
      if (!file || !check) return null
      setBeginning(true)
      const answer = await sendImport(begin, file, { input, seen: check.seen })
      setBeginning(false)
      if (answer.isSuccess) return answer.body as StartedTask
      if (answer.error.reason === 'import-outdated') await look(file, true)
      else setState((now) => ({ ...now, error: answer.error }))
      return null
    },
  }
}
