import type { Examples } from '../world.ts'

/** Good calls of what begins and ends to see the product as another, each by somebody of their own: it holds for their session. */
export const examples: Examples = ({ app, role, somebody, staffMember }) => {
  const startRole = async () => ({ as: await somebody(), params: { id: role.id }, body: { scope: { kind: 'all', ids: [] } } })
  return {
    'view-as.startRole': startRole,
    'view-as.startPerson': async () => ({ as: await somebody(), params: { id: (await staffMember()).id } }),
    'view-as.end': async () => {
      const { as, params, body } = await startRole()
      const { status } = await app.call(`POST /view-as/roles/${params.id}`, { as, body })
      if (status !== 200) throw new Error(`a view answered ${status}`)
      return { as }
    },
  }
}
