/**
 * Who keeps Kochi fed while it sleeps, by the name over the door: street kitchens and cafés of the night, shops that never close, and fish from the
 * landings before dawn. `opens-closes`, every day; at any hour at least two of each vertical are open.
 */
export const nightHours: Readonly<Record<string, string>> = {
  'Rathri Thattukada': '18:00-06:00',
  'Pathira Kada': '19:30-05:30',
  'Kattan & Kappa': '00:00-00:00',
  'Chai Kadha': '00:00-00:00',
  'Bukhari Nights': '16:00-05:00',
  'Kuzhimandi Corner': '12:00-04:00',
  'Idli Kada': '04:00-22:00',
  'City Pantry 24': '00:00-00:00',
  'Daily Basket': '00:00-00:00',
  'Fresh Lane Supermarket': '00:00-00:00',
  'Pulari Supermarket': '04:30-23:00',
  Pazhakkada: '00:00-00:00',
  'Pazham & Pachakkari': '00:00-00:00',
  'Vattavada Farm Produce': '02:30-20:00',
  'Thoppumpady Harbour Fresh': '00:00-00:00',
  'Deep Blue Fish Market': '00:00-00:00',
  'Munambam Catch': '03:00-14:00',
  'Vypin Landing': '02:00-13:00',
  'Midnight Bakes': '00:00-00:00',
  'Oven Song': '00:00-00:00',
  'Sugar Monsoon': '10:00-03:00',
}
