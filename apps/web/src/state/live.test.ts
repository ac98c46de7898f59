import { expect, test } from 'vitest'
import { connectionChanged, liveReducer, sessionEnded } from './live.ts'

const after = (...actions: Parameters<typeof liveReducer>[1][]) => actions.reduce(liveReducer, undefined)

test('a connection that is lost says since when, until it is back', () => {
  const lost = after(connectionChanged('connected'), connectionChanged('disconnected'), connectionChanged('connecting'))
  expect(lost?.lostAt).not.toBeNull()
  expect(liveReducer(lost, connectionChanged('connected')).lostAt).toBeNull()
})

test('where the session is over nothing is lost that comes back, in whichever order the two are heard', () => {
  const here = connectionChanged('connected')
  const gone = connectionChanged('disconnected')
  for (const actions of [
    [here, gone, sessionEnded()],
    [here, sessionEnded(), gone],
  ])
    expect(after(...actions)).toMatchObject({ lostAt: null, isSessionOver: true })
})
