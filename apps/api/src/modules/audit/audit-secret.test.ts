import { newId } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeEntry } from '../../../test/audit-record.ts'
import { type TestApp, testApp, testConfig } from '../../../test/test-app.ts'
import { auditKeys, whySecretIsOther } from './audit-key.ts'
import { sealAudit } from './audit-seal.service.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('another secret than that of the newest seal is told, unless the earlier one is named', async () => {
  const { secretKey } = testConfig
  const other = { secretKey: 'the-secret-that-came-after-the-first-one', previousSecretKeys: [] }
  expect(await whySecretIsOther(app.database.reads, other)).toBeNull()
  await writeEntry(app, newId(), 1)
  await sealAudit(app.database.db, auditKeys(testConfig))
  expect(await whySecretIsOther(app.database.reads, testConfig)).toBeNull()
  expect(await whySecretIsOther(app.database.reads, other)).toMatch(/^SECRET_KEY is not the one .* SECRET_KEY_PREVIOUS$/)
  expect(await whySecretIsOther(app.database.reads, { ...other, previousSecretKeys: [secretKey] })).toBeNull()
})
