import type { AuditEntry } from '@larder/contract'

/** An entry of the record by somebody; say only what matters. */
export function auditEntry(given: Pick<AuditEntry, 'action' | 'changes'> & Partial<AuditEntry>): AuditEntry {
  return {
    id: '1',
    at: '2026-11-22T10:00:00.000Z',
    actorKind: 'staff',
    actorName: 'Nila',
    role: null,
    roleName: null,
    entity: 'cuisine',
    entityId: '1',
    reason: null,
    checkerName: null,
    changeSetId: null,
    requestId: 'r',
    names: {},
    ...given,
  }
}
