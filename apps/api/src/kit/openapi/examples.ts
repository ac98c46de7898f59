/** What a value of a schema looks like. */
export const schemaExamples: Record<string, unknown> = {
  Currency: 'INR',
  Email: 'meera@example.com',
  Instant: '2026-11-20T13:41:00.000Z',
  LocalDate: '2026-11-20',
  LocalTime: '09:30',
  Money: { minor: 12_500, currency: 'INR' },
  NewPassword: "a long sentence of one's own",
  OrderTotal: { minor: 12_500, currency: 'INR' },
  // A delivery needs an address, which is none of the required fields.
  OrderType: 'pickup',
  Phone: '+91 98470 12345',
  Point: { lat: 9.966, lng: 76.287 },
  Polygon: [
    { lat: 9.95, lng: 76.25 },
    { lat: 9.95, lng: 76.31 },
    { lat: 10.0, lng: 76.28 },
  ],
  Price: { minor: 2500, currency: 'INR' },
  PairingCode: 'K7MP-X4QD',
  StaffScope: { kind: 'all', ids: [] },
}

/** What a field's value looks like where its schema has no name. */
export const fieldExamples: Record<string, unknown> = {
  code: 'CR-12',
  displayName: 'Fish Cove',
  email: 'meera@example.com',
  externalId: 'app-2026-000123',
  grams: 500,
  label: 'Out of stock',
  line1: '12 Marine Drive',
  locality: 'Ernakulam',
  name: 'Meera Thomas',
  password: "a long sentence of one's own",
  current: 'the password until now',
  postalCode: '682031',
  prepMinutes: 20,
  pushToken: 'fcm:1f2e3d',
  quantity: 2,
  query: { status: 'late' },
  reason: 'Agreed by phone with the partner.',
  resource: 'order',
  text: 'The customer asks for no onions.',
}

const year = 365 * 24 * 60
/** How far a moment lies ahead, by its field, where one that is over would be refused. A rush lasts a day at most. */
export const minutesAhead: Readonly<Record<string, number>> = {
  endsAt: 12 * 60,
  publishAt: year,
  takesEffectAt: year,
  until: year,
}
