/** By this name a database is known as a demo's, and taken back from whoever has read the key of one: no other key bears it. */
export const demoKeyName = 'Demo city'
