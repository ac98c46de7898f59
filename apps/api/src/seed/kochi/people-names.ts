const words = (text: string) => text.trim().split(/\s+/)

/** First names and family names as people in Kochi bear them; any first goes with any last. */
export const firstNames = words(`
  Aadhya Abhijith Abdul Abin Aiswarya Ajith Akhil Akshay Aleena Alan Amal Ameena Amrutha Anagha Anand Anjali Anjana Ann Anoop Anu Anusree Aparna Archana Arjun
  Arya Ashiq Ashwin Athira Athul Ayisha Basil Bindu Bibin Chinnu Christy Deepa Deepak Devika Dhanya Diya Elizabeth Faisal Fathima Febin Gayathri George Gokul
  Gopika Hari Haritha Hiba Indu Irfan Isha Jacob Jaseela Jeevan Jibin Jincy Jithin Jomon Josna Joyal Karthik Kavya Keerthana Krishna Lakshmi Leena Liya Manju
  Manoj Maria Meera Megha Midhun Minnu Mohammed Nandana Naveen Nayana Neethu Nikhil Nimisha Nisha Nithin Noufal Parvathy Pooja Prasad Priya Rahul Rajesh Ramya
  Ranjith Rashid Remya Renjini Reshma Rijo Rohith Roshan Sabu Sahal Saji Salman Sandra Sanjay Saranya Sarath Shahana Shalini Sherin Shibin Shilpa Shyam Sibi
  Sneha Sonia Sooraj Sreejith Sreelakshmi Sreya Subin Sumayya Suresh Swathi Thomas Tinu Unni Varsha Vidya Vimal Vineeth Vishnu Yadhu Zainab
`)
export const lastNames = words(`
  Abraham Ali Antony Augustine Babu Balakrishnan Basheer Chacko Chandran Cherian Das Davis Devassy Francis George Gopinath Haneefa Hameed Issac Jacob James
  John Jose Joseph Joy Kareem Kumar Kurian Kuriakose Lal Mathew Menon Mohan Mohanan Nair Nambiar Narayanan Panicker Paul Pillai Poulose Prakash Rahman Raj Rajan
  Ramachandran Rasheed Ravi Rodrigues Salim Sasi Sebastian Shaji Shenoy Siddique Sivan Soman Sukumaran Sunil Thampi Thankachan Thomas Unnikrishnan Varghese Varma
  Vijayan Warrier Xavier Yousuf Zachariah
`)

export const houseNames = words(`
  Thanal Sreyas Ashirwad Souparnika Nandanam Sayujyam Madhavam Aiswarya Panchami Vrindavan Karunya Bethel Shalom Baithul-Noor Darussalam Puthenpurackal
  Kizhakkedath Vadakkekara Padinjattethil Thekkumbhagam Chirayil Kallarackal Mundakkal Pallathu Manjooran Kadavil Valiyaveettil Oliparambil Areekkal Kunnath
`)
export const buildings = [
  'Skyline Orion',
  'Marine Pearl',
  'Periyar Heights',
  'Lakeshore Residency',
  'Silver Oak Apartments',
  'Coral Bay',
  'Green Meadows',
  'Palm Grove Enclave',
  'Queens Court',
  'Harbour View',
  'Mather Gardens',
  'Olive Terrace',
  'Backwater Crest',
  'Infra Vantage',
  'Asset Blossom',
  'Temple Tree Homes',
]
export const streets = [
  'Church Road',
  'Temple Road',
  'Masjid Road',
  'School Lane',
  'Canal Road',
  'Library Road',
  'Market Road',
  'First Cross Road',
  'Second Cross Road',
  'Third Cross Road',
  'Chapel Lane',
  'Ferry Road',
  'Club Road',
  'Hospital Road',
  'Post Office Lane',
  'Panchayat Road',
]
export const instructions = [
  'Call at the gate',
  'Leave with the security desk',
  'Ring twice, the bell is slow',
  'Opposite the milk booth',
  'Second floor, no lift',
  'Blue gate beside the tailor',
  'Please do not ring, baby asleep',
  'Behind the petrol pump',
]
