/* Numbers that papers describe but do not print, or print with misprints, too few digits or an equilibrium that was solved loosely.
 * All of them are computed anew by `cmake --build build --target regenerate` (benchmarks/reference/regenerate_*.c, from the papers'
 * equations in long double, without a line of the FMUs or of the program), which compares every digit that stands here. */
#ifndef PASO_RECOMPUTED_H
#define PASO_RECOMPUTED_H

/* González et al. 2017, doi:10.1115/1.4035410: N-loop four-bar linkage, angle at rest, rad; eigenvalues, 1/s; damped with c_f = 1 Ns/m. */
#define N_LOOP_1_PHI_0      2.23433101901759
#define N_LOOP_1_UNDAMPED   2.14767663850228
#define N_LOOP_1_DAMPED_RE  -0.242385809310505
#define N_LOOP_1_DAMPED_IM  2.13395502834838
#define N_LOOP_5_PHI_0      1.89220365441078
#define N_LOOP_5_UNDAMPED   1.54552203022373
#define N_LOOP_5_DAMPED_RE  -0.234982523907560
#define N_LOOP_5_DAMPED_IM  1.52755411012668
#define N_LOOP_10_PHI_0     1.84541123669460
#define N_LOOP_10_UNDAMPED  1.43519998602268
#define N_LOOP_10_DAMPED_RE -0.232532249344197
#define N_LOOP_10_DAMPED_IM 1.41623718101681
#define N_LOOP_15_PHI_0     1.82961022337512
#define N_LOOP_15_UNDAMPED  1.39547596642167
#define N_LOOP_15_DAMPED_RE -0.231627196635357
#define N_LOOP_15_DAMPED_IM 1.37611845952277
#define N_LOOP_20_PHI_0     1.82167147278203
#define N_LOOP_20_UNDAMPED  1.37498671547089
#define N_LOOP_20_DAMPED_RE -0.231157741522796
#define N_LOOP_20_DAMPED_IM 1.35541675002764

/* The flexible double pendulum of the same paper: frequencies, rad/s, with 5 to 1000 elements for each rod; the tension of the rods does not
 * stiffen them, or does (STIFFENED). */
#define PENDULUM_5_S1            1.33573239099302
#define PENDULUM_5_S2            3.52445555227507
#define PENDULUM_5_S3            9.41803566569347
#define PENDULUM_5_S4            22.4130564753996
#define PENDULUM_10_S1           1.33573145801115
#define PENDULUM_10_S2           3.52442779926888
#define PENDULUM_10_S3           9.41752717067801
#define PENDULUM_10_S4           22.4058827673475
#define PENDULUM_25_S1           1.33573127838993
#define PENDULUM_25_S2           3.52442554140831
#define PENDULUM_25_S3           9.41748288097728
#define PENDULUM_25_S4           22.4053718703907
#define PENDULUM_50_S1           1.33573125567798
#define PENDULUM_50_S2           3.5244254208133
#define PENDULUM_50_S3           9.41748020897941
#define PENDULUM_50_S4           22.405358076344
#define PENDULUM_75_S1           1.33573125155317
#define PENDULUM_75_S2           3.52442540405603
#define PENDULUM_75_S3           9.4174798155063
#define PENDULUM_75_S4           22.4053571849142
#define PENDULUM_100_S1          1.33573125011548
#define PENDULUM_100_S2          3.52442539860298
#define PENDULUM_100_S3          9.41747968528464
#define PENDULUM_100_S4          22.4053569961339
#define PENDULUM_1000_S1         1.33573124829000
#define PENDULUM_1000_S2         3.52442539197111
#define PENDULUM_1000_S3         9.41747952515424
#define PENDULUM_1000_S4         22.4053568483523
#define PENDULUM_50_STIFFENED_S1 1.33828082203574
#define PENDULUM_50_STIFFENED_S2 3.55337504044423
#define PENDULUM_50_STIFFENED_S3 15.3514694245281
#define PENDULUM_50_STIFFENED_S4 25.393941849857

/* A beam that is spun up to 6 rad/s in 15 s, after Kane, Ryan and Banerjee 1987 (Journal of Guidance, Control and Dynamics 10), with the numbers of
 * Simo and Vu-Quoc 1986 (Journal of Applied Mechanics 53): displacements of its tip across and along the turning axes, m, after 4 to 12 s;
 * its stretch in the end. */
#define SPIN_UP_ACROSS_AT_4     -0.34260
#define SPIN_UP_ALONG_AT_4      -0.006776
#define SPIN_UP_ACROSS_AT_6     -0.54506
#define SPIN_UP_ALONG_AT_6      -0.017048
#define SPIN_UP_ACROSS_AT_7     -0.57347
#define SPIN_UP_ALONG_AT_7      -0.018742
#define SPIN_UP_ACROSS_AT_8     -0.54458
#define SPIN_UP_ALONG_AT_8      -0.016724
#define SPIN_UP_ACROSS_AT_10    -0.36378
#define SPIN_UP_ALONG_AT_10     -0.007110
#define SPIN_UP_ACROSS_AT_12    -0.15064
#define SPIN_UP_ALONG_AT_12     -0.000800
#define SPIN_UP_STRETCH_AT_REST 5.143e-4

/* The same with penalties in the place of the constraints (UCS: alpha 1e6, xi 1, omega 10), at the equilibrium with them. */
#define N_LOOP_1_UCS_RE         -1.932353438126e-07
#define N_LOOP_1_UCS_IM         2.14767628028733
#define N_LOOP_1_UCS_DAMPED_RE  -0.242385966221008
#define N_LOOP_1_UCS_DAMPED_IM  2.13395463324158
#define N_LOOP_5_UCS_RE         -5.909307657942e-08
#define N_LOOP_5_UCS_IM         1.54552147603374
#define N_LOOP_5_UCS_DAMPED_RE  -0.234982557682861
#define N_LOOP_5_UCS_DAMPED_IM  1.52755353912453
#define N_LOOP_10_UCS_RE        -5.374637172895e-08
#define N_LOOP_10_UCS_IM        1.43519922985255
#define N_LOOP_10_UCS_DAMPED_RE -0.232532272834418
#define N_LOOP_10_UCS_DAMPED_IM 1.41623640639980
#define N_LOOP_15_UCS_RE        -5.224645161084e-08
#define N_LOOP_15_UCS_IM        1.39547511860726
#define N_LOOP_15_UCS_DAMPED_RE -0.231627216371776
#define N_LOOP_15_UCS_DAMPED_IM 1.37611759218887
#define N_LOOP_20_UCS_RE        -5.154474155014e-08
#define N_LOOP_20_UCS_IM        1.37498581568662
#define N_LOOP_20_UCS_DAMPED_RE -0.231157759287074
#define N_LOOP_20_UCS_DAMPED_IM 1.35541583004519

/* Publication II, doi:10.1007/s11071-021-06526-9, Table 2: work of friction, J, in the third period of v = 0.05 sin(2 pi t) m/s. */
#define FRICTION_WORK_BENGISU_AKAY   13.0540954141956
#define FRICTION_WORK_BROWN_MCPHEE   14.0014094332549
#define FRICTION_WORK_LUGRE          10.6043142399699
#define FRICTION_WORK_MODIFIED_LUGRE 10.0815235670742

/* Agúndez et al. 2023, doi:10.1007/s11071-023-08345-6: force that holds the start, N, and reduced mass there, kg m2; eigenvalues, 1/s, with friction times 1, 0.1, 0.01 and 0; largest difference of
 * phi2 between linear and nonlinear system after the torque pulse, degrees. */
#define AGUNDEZ_FORCE           -48.2506109296844
#define AGUNDEZ_MASS            24.2505557069094
#define AGUNDEZ_1_LAMBDA_3      -214.391064651238
#define AGUNDEZ_1_LAMBDA_4      -1391.80607440571
#define AGUNDEZ_1_LAMBDA_5      -23151.7903854269
#define AGUNDEZ_01_LAMBDA_3_RE  -80.7290341137673
#define AGUNDEZ_01_LAMBDA_3_IM  540.252532226995
#define AGUNDEZ_01_LAMBDA_5     -23151.8532754740
#define AGUNDEZ_001_LAMBDA_3_RE -8.49229645854689
#define AGUNDEZ_001_LAMBDA_3_IM 546.184749821196
#define AGUNDEZ_001_LAMBDA_5    -23151.8591327062
#define AGUNDEZ_0_LAMBDA_3_RE   -0.465994529679625
#define AGUNDEZ_0_LAMBDA_3_IM   546.250560233861
#define AGUNDEZ_0_LAMBDA_5      -23151.8597789997
#define AGUNDEZ_1_PULSE         6.809271228e-5
#define AGUNDEZ_01_PULSE        2.440773545e-4
#define AGUNDEZ_001_PULSE       2.248897077e-4

/* Publication II: angles of the loop at the start, degrees, and the force that holds it, N; angle z1 of the crank, rad, at 2, 3 and 10 s, and largest work that the cylinder takes, J. */
#define LUT2_FOUR_BAR_Z2             -37.9043841173972
#define LUT2_FOUR_BAR_Z3             -93.5833216984720
#define LUT2_FOUR_BAR_FORCE          -386.004887437476
#define LUT2_BENGISU_AKAY_Z1_AT_3    0.717085769553797
#define LUT2_BENGISU_AKAY_Z1_AT_10   1.24293799774846
#define LUT2_BENGISU_AKAY_WORK       120.983105296
#define LUT2_BROWN_MCPHEE_Z1_AT_2    0.842473813562007
#define LUT2_BROWN_MCPHEE_Z1_AT_3    0.717142912132841
#define LUT2_BROWN_MCPHEE_Z1_AT_10   1.24288750468587
#define LUT2_BROWN_MCPHEE_WORK       120.952040349
#define LUT2_LUGRE_Z1_AT_3           0.717229235717
#define LUT2_LUGRE_Z1_AT_10          1.24282658876
#define LUT2_LUGRE_WORK              120.904634724
#define LUT2_MODIFIED_LUGRE_Z1_AT_3  0.717183513822
#define LUT2_MODIFIED_LUGRE_Z1_AT_10 1.24287665240
#define LUT2_MODIFIED_LUGRE_WORK     120.930536951

/* Publication I, doi:10.1007/s11044-020-09776-4, with viscous friction of 1.94e5 Ns/m, which was fitted: the papers give none. */
#define LUT1_FOUR_BAR_FORCE        11029.3808622696
#define LUT1_FOUR_BAR_Z1_AT_3      0.0833362157930873
#define LUT1_FOUR_BAR_Z1_AT_10     -0.132927039403508
#define LUT1_FOUR_BAR_WORK         983.458480802
#define LUT1_QUICK_RETURN_FORCE    -4151.69125370742
#define LUT1_QUICK_RETURN_Z4_AT_3  1.02196701029353
#define LUT1_QUICK_RETURN_Z4_AT_10 0.855041552472393
#define LUT1_QUICK_RETURN_WORK     357.487577017

/* Series, for tests: the independent coordinate at 0, 1, ... 10 s; z1 of Brown and McPhee's law at 2, 3, 6, 8, 10 s; p1 of all four laws at
 * 3 s, Pa. */
#define LUT1_FOUR_BAR_SECONDS                                                                                          \
    0, 0, 0.0546106955439911, 0.0833362157930873, 0.0833364637198853, 0.0833364637198584, 0.0108244683333171,          \
        -0.0616999664689083, -0.132217873846803, -0.132927039400607, -0.132927039403508
#define LUT1_QUICK_RETURN_SECONDS                                                                                      \
    0.533882486714531, 0.533882486714531, 0.80747574879139, 1.02196701029353, 1.20517363765603, 1.2068099179229,       \
        1.2068099179229, 1.10432399646047, 0.858208061134248, 0.855041552472393, 0.855041552472393
#define LUT2_BROWN_MCPHEE_SERIES                                                                                       \
    LUT2_BROWN_MCPHEE_Z1_AT_2, LUT2_BROWN_MCPHEE_Z1_AT_3, 0.920888074031572, 1.24218643655206,                         \
        LUT2_BROWN_MCPHEE_Z1_AT_10
#define LUT2_P1_AT_3 2427231.77259893, 2427456.34861941, 2424308.98194572, 2424944.97646030

/* LIM's manipulator, co-simulated with the document's formulas: largest error of s1, m, on a grid of 1 ms against the converged solution;
 * H = 0.05, 0.2, 1, 5, 10 ms. The document's Tables 3 and 4 have these configurations and no errors. */
#define LIM_FSJ_01_M1   3.71509e-6
#define LIM_FSJ_02_M1   1.48824e-5
#define LIM_FSJ_03_M1   8.18739e-5
#define LIM_FSJ_04_M1   3.81758e-4
#define LIM_FSJ_05_M1   8.09861e-4
#define LIM_PSJ_01_M1   1.34057e-6
#define LIM_PSJ_02_M1   5.37864e-6
#define LIM_PSJ_03_M1   3.42546e-5
#define LIM_PSJ_04_M1   1.42932e-4
#define LIM_PSJ_05_M1   3.30385e-4
#define LIM_GS_MH_01_M1 8.76134e-7
#define LIM_GS_MH_02_M1 3.52061e-6
#define LIM_GS_MH_03_M1 2.49487e-5
#define LIM_GS_MH_04_M1 9.63491e-5
#define LIM_GS_MH_05_M1 2.37069e-4
#define LIM_GS_HM_01_M1 2.51384e-6
#define LIM_GS_HM_02_M1 1.00541e-5
#define LIM_GS_HM_03_M1 5.76247e-5
#define LIM_GS_HM_04_M1 2.37216e-4
#define LIM_GS_HM_05_M1 4.53185e-4
#define LIM_FSJ_01_M2   7.91477e-6
#define LIM_FSJ_02_M2   3.16931e-5
#define LIM_FSJ_03_M2   1.77326e-4
#define LIM_FSJ_04_M2   9.47040e-4
#define LIM_FSJ_05_M2   1.96662e-3
#define LIM_PSJ_01_M2   6.60921e-6
#define LIM_PSJ_02_M2   2.64524e-5
#define LIM_PSJ_03_M2   1.51835e-4
#define LIM_PSJ_04_M2   8.41730e-4
#define LIM_PSJ_05_M2   1.77322e-3

/* First macro step, in steps of 0.1 ms, whose error passes 5 mm (in M2 and 0.2 mm per ms of H), and 20 mm; ms. */
#define LIM_LIMIT_FSJ_M1_5MM    14.0
#define LIM_LIMIT_FSJ_M1_20MM   14.5
#define LIM_LIMIT_FSJ_M2_5MM    18.5
#define LIM_LIMIT_FSJ_M2_20MM   18.6
#define LIM_LIMIT_PSJ_M1_5MM    40.2
#define LIM_LIMIT_PSJ_M1_20MM   41.5
#define LIM_LIMIT_PSJ_M2_5MM    53.8
#define LIM_LIMIT_PSJ_M2_20MM   54.0
#define LIM_LIMIT_GS_MH_M1_5MM  27.6
#define LIM_LIMIT_GS_MH_M1_20MM 28.2
#define LIM_LIMIT_GS_HM_M1_5MM  27.5
#define LIM_LIMIT_GS_HM_M1_20MM 28.2
#define LIM_LIMIT_GS_MH_M2_5MM  36.8
#define LIM_LIMIT_GS_MH_M2_20MM 36.9
#define LIM_LIMIT_GS_HM_M2_5MM  36.8
#define LIM_LIMIT_GS_HM_M2_20MM 36.9
/* First step of the forward Euler formula, in steps of 0.1 us, with which the pressures leave the range of the bulk modulus; ms. */
#define LIM_LIMIT_EULER_M1 0.2492

/* LIM's manipulator, converged: length of the actuator, m; the extremes of p1, Pa, and f_h, N, with their times, s. */
#define LIM_S1_M1_AT_6           0.596037006167
#define LIM_S1_M1_AT_10          0.515367564202
#define LIM_S1_M2_AT_10          0.470035248367
#define LIM_P1_LARGEST_M1        3510404.42
#define LIM_P1_LARGEST_M1_TIME   6.002471
#define LIM_F_H_SMALLEST_M1      1634.2014
#define LIM_F_H_SMALLEST_M1_TIME 6.002445
#define LIM_F_H_LARGEST_M2       11574.495
#define LIM_F_H_LARGEST_M2_TIME  8.01427

/* First macro step, in steps of 1 us, that amplifies errors in the linearized co-simulation (Jacobi, the document's formulas, h_H = 0.2
 * ms) at the equilibrium and at 6 s of M1; ms. */
#define LIM_AMPLIFIES_FSJ_AT_0 17.517
#define LIM_AMPLIFIES_PSJ_AT_0 52.503
#define LIM_AMPLIFIES_FSJ_AT_6 13.169
#define LIM_AMPLIFIES_PSJ_AT_6 39.612

#endif
